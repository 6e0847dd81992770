// Before the first paint: what somebody has chosen about the look. It stands in the head and is waited for, so it is small.

import { applyPrefs } from "./shared/prefs.ts";

applyPrefs();
