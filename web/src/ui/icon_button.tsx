// A button that shows a picture alone. Switched off it keeps the focus, so that keys go on from it: of two that walk
// through moves one ends where the other begins.
import { Icon, type IconName } from "./icons";

interface Props {
  icon: IconName;
  label: string;
  off?: boolean;
  small?: boolean;
  onClick(): void;
}

export function IconButton({ icon, label, off = false, small = false, onClick }: Props) {
  return (
    <button
      type="button"
      class={small ? "icon-button small" : "icon-button"}
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => !off && onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}
