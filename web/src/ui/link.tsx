// A link to another page of the client: followed without loading anything anew.
import type { JSX } from "preact";
import { go } from "../state/router";

interface Props extends Omit<JSX.HTMLAttributes<HTMLAnchorElement>, "onClick"> {
  to: string;
  onFollow?: () => void;
}

export function Link({ to, onFollow, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onFollow?.();
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
