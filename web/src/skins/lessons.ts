// All lessons, in the order in which they are offered.
import type { Lesson } from "./lesson";
import { kGo } from "./go/lesson";
import { kMargo } from "./margo/lesson";
import { kMargrites } from "./margrites/lesson";
import { kPhantom } from "./phantom/lesson";
import { kSpargo } from "./spargo/lesson";
import { kToroidal } from "./toroidal/lesson";

export const kLessons: readonly Lesson[] = [kMargo, kSpargo, kGo, kToroidal, kPhantom, kMargrites];
