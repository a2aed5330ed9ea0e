import hooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";
import { layers } from "./lint/layers.js";
import { length } from "./lint/length.js";

const kUnused = { argsIgnorePattern: "^_", varsIgnorePattern: "^_" };

export default defineConfig(
  { ignores: ["dist/", "public/", "src/net/api_types.ts"] },
  ts.configs.recommended,
  { rules: { "@typescript-eslint/no-unused-vars": ["error", kUnused] } },
  {
    files: ["src/**"],
    plugins: { house: { rules: { layers, length } }, "react-hooks": hooks },
    rules: {
      "house/layers": "error",
      "house/length": "error",
      "react-hooks/exhaustive-deps": "error",
      "react-hooks/rules-of-hooks": "error",
    },
  },
);
