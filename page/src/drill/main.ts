// The drill: one hand after the other, each answered and weighed.

import "../style/drill.css";
import "./room.ts";
