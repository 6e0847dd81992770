// The page of one's progress: it is read; only its look comes from here.

import "../style/drill.css";
