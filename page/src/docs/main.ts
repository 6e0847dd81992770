// Pages that are read: their look, and times in the reader's own clock.

import "../style/docs.css";
import { localTimes } from "../shared/times.ts";

localTimes(document);
