// The page of one sitting.

import "../style/sitting-page.css";
import "./card.ts";
