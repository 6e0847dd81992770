// The card of a sitting as a picture to keep.

import { BRASS, BRIGHT, CREAM, FONTS, HEIGHT, keepPicture, type Pen, print, printCards, WIDTH } from "../shared/keepsake.ts";
import { SITTING } from "../words/sitting.ts";
import { courseOf, heightOf, pointsOf } from "./course.ts";
import { figuresOf, netOf, type Sitting, spanOf } from "./sitting.ts";

const BOX = { x: 90, y: 236, w: 620, h: 150 };

/** In the colours of the felt, which stand where its card does. */
export async function saveSitting(sitting: Sitting, place: Element): Promise<void> {
  const style = getComputedStyle(place);
  const colour = (name: string, other: string): string => style.getPropertyValue(name).trim() || other;
  const cloth = { cloth: colour("--felt", "#2b3a42"), deep: colour("--felt-deep", "#223037") };
  await keepPicture(`pitboss-sitting-${sitting.house ?? "table"}-${sitting.rounds.at(-1)?.number ?? 0}.png`, cloth, (pen) => draw(pen, sitting));
}

function draw(pen: Pen, sitting: Sitting): void {
  print(pen, [sitting.name, sitting.title].filter(Boolean).join(" · ").toUpperCase(), 78, { font: `600 34px ${FONTS.felt}`, colour: BRASS });
  print(pen, netOf(sitting), 168, { font: `700 88px ${FONTS.display}`, colour: BRIGHT });
  print(pen, spanOf(sitting), 208, { font: `500 24px ${FONTS.ui}`, colour: CREAM });
  drawCourse(pen, sitting);
  drawBest(pen, sitting);
  drawFigures(pen, sitting);
}

function drawCourse(pen: Pen, sitting: Sitting): void {
  const course = courseOf(sitting.rounds.map((each) => each.net));
  const zero = heightOf(course, 0, BOX);
  pen.strokeStyle = "#f5ecd766";
  pen.lineWidth = 2;
  pen.setLineDash([6, 8]);
  pen.beginPath();
  pen.moveTo(BOX.x, zero);
  pen.lineTo(BOX.x + BOX.w, zero);
  pen.stroke();
  pen.setLineDash([]);
  pen.strokeStyle = BRIGHT;
  pen.lineWidth = 5;
  pen.lineJoin = "round";
  pen.beginPath();
  for (const [x, y] of pointsOf(course, BOX)) pen.lineTo(x, y);
  pen.stroke();
}

function drawBest(pen: Pen, { best_hand }: Sitting): void {
  if (!best_hand) return;
  printCards(pen, best_hand.cards, 780, 236, 0.62);
  print(pen, `${SITTING.bestHand}: ${best_hand.words}`, 402, { font: `600 28px ${FONTS.felt}`, colour: CREAM, x: 780 + 154, most: 330 });
}

function drawFigures(pen: Pen, sitting: Sitting): void {
  const all = [...figuresOf(sitting), { name: SITTING.decisions, text: SITTING.best(sitting.best_decisions, sitting.decisions) }];
  const step = (WIDTH - 120) / all.length;
  all.forEach(({ name, text }, i) => {
    const x = 60 + step * (i + 0.5);
    print(pen, text, 496, { font: `700 46px ${FONTS.felt}`, colour: BRIGHT, x, most: step - 24 });
    print(pen, name, 534, { font: `500 22px ${FONTS.ui}`, colour: CREAM, x, most: step - 24 });
  });
  print(pen, "Pitboss", HEIGHT - 44, { font: `600 26px ${FONTS.display}`, colour: BRASS });
}
