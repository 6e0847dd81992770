// Sets CSS custom properties through the object model: the policy of the pages allows no style attribute.

import { nothing } from "lit";
import { Directive, directive, type ElementPart, PartType, type PartInfo } from "lit/directive.js";

class Vars extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("vars() stands where an attribute would, alone");
  }

  render(_values: Readonly<Record<string, string | number>>): unknown {
    return nothing;
  }

  override update(part: ElementPart, [values]: [Readonly<Record<string, string | number>>]): unknown {
    const style = (part.element as HTMLElement).style;
    for (const [name, value] of Object.entries(values)) style.setProperty(name, String(value));
    return nothing;
  }
}

/** `<div ${vars({"--x": 3})}>`; never use styleMap or style="", the policy blocks them. */
export const vars = directive(Vars);
