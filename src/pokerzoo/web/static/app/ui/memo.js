// Parts that are drawn again only if what they get has changed, and values that may wait until what matters more is drawn.
import { h, useEffect, useState } from "../html.js";
import { Component } from "../../vendor/preact.js";

export function memo(Inner) {
  return class extends Component {
    shouldComponentUpdate(next) {
      const now = this.props;
      return Object.keys({ ...now, ...next }).some((name) => now[name] !== next[name]);
    }
    render(props) {
      return h(Inner, props);
    }
  };
}

// `value`, one picture later.
export function useLater(value) {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (value === shown) return undefined;
    const wait = setTimeout(() => setShown(value), 30);
    return () => clearTimeout(wait);
  }, [value]);
  return shown;
}
