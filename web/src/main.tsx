import "@fontsource-variable/figtree";
import { render } from "preact";
import "./ui/base.css";
import "./pages/home.css";
import "./ui/table.css";
import "./ui/moves.css";
import "./ui/panels.css";
import "./ui/analysis.css";
import "./ui/print.css";
import { keepClient } from "./state/installed";
import { App } from "./pages/app";
import { hasBoard, routeOf } from "./state/router";
import { preloadCore } from "./wasm/preload";

if (hasBoard(routeOf(location.pathname))) preloadCore();
const root = document.getElementById("app");
if (root) render(<App />, root);
keepClient();
