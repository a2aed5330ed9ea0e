// All lessons, in the order in which they are offered.
import type { Lesson } from "./exercise";
import { kGo } from "./go";
import { kMargo } from "./margo";
import { kMargrites } from "./margrites";
import { kPhantom } from "./phantom";
import { kSpargo } from "./spargo";
import { kToroidal } from "./toroidal";

export const kLessons: readonly Lesson[] = [kMargo, kSpargo, kGo, kToroidal, kPhantom, kMargrites];
