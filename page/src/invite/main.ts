// The invitation works without a script; this only brings its look.

import "../style/invite.css";
