// Every page: the look, and the choices a person has made about it.

import "./style/site.css";
import { applyPrefs } from "./shared/prefs.ts";

applyPrefs();
