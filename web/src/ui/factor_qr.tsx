// A QR code, drawn as one path. A part of its own, for whoever sets up two-factor authentication.
import { encode } from "uqr";
import { t } from "../lang/text";

const kBorder = 4; // modules of white around it, as ISO 18004 asks for

export default function FactorQr({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: "M", border: kBorder });
  const dark = data.flatMap((row, y) => row.map((black, x) => (black ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg class="factor-qr" role="img" aria-label={t("QR code for your authenticator app")} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
