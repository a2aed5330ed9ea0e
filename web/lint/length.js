// How long functions may be: a component, which is a tree of elements, may be longer.
const kFunction = 70;
const kComponent = 150;

const nameOf = ({ id, parent }) => id?.name ?? (parent.type === "VariableDeclarator" ? parent.id.name : undefined) ?? "";

function create(context) {
  const look = (node) => {
    const lines = node.loc.end.line - node.loc.start.line + 1;
    const name = nameOf(node);
    const most = context.filename.endsWith(".tsx") && /^[A-Z]/.test(name) ? kComponent : kFunction;
    if (lines > most) context.report({ node, loc: node.loc.start, message: `${name || "a function"}: ${lines} lines; at most ${most}` });
  };
  return { FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look };
}

export const length = { create };
