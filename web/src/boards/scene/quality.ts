// How much the 3D board may cost: all of its materials and shadows, or, where a processor stands in for the GPU, plain ones that shine a little.

export type Quality = "high" | "low";

/** Whether what calls itself so in WebGL draws with the processor. */
export const drawsBySoftware = (renderer: string): boolean => /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);

function rendererName(): string {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return "";
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return name;
}

let found: Quality | null = null; // asked once a page: it takes a context

/** As `?quality=low` or `?quality=high` says, else by what draws. */
export function chosenQuality(): Quality {
  const wanted = new URLSearchParams(location.search).get("quality");
  if (wanted === "low" || wanted === "high") return wanted;
  return (found ??= drawsBySoftware(rendererName()) ? "low" : "high");
}
