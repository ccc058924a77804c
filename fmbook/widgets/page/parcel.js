// What one answer of Python says comes as one packed message: each message has a head of half a kilobyte. All of it is
// shown at once, in the order in which it was said.
const UNPACKS = typeof DecompressionStream === "function";

async function inflate(packed) {
  const { writable, readable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  writer.write(packed).catch(() => null); // what is wrong is told to whoever reads
  writer.close().catch(() => null);
  return new Response(readable).arrayBuffer();
}

async function unpack(manager, packed) {
  const bytes = await inflate(packed);
  let from = 4 + new DataView(bytes).getUint32(0, true);
  const slips = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, from - 4)));
  const models = await Promise.all(slips.map(([id]) => manager.get_model(id).catch(() => null))); // one may be gone
  slips.forEach(([, method, said, sizes], at) => {
    const buffers = sizes.map((size) => new DataView(bytes.slice(from, (from += size))));
    try {
      if (method === "update") models[at]?.set_state(said);
      else models[at]?.trigger("msg:custom", said, buffers);
    } catch (error) {
      console.error(error); // and the others are heard
    }
  });
}

// tells what hears the parcels of a widget
function unpacking(model) {
  let last = Promise.resolve();
  return ({ what }, [packed] = []) => {
    if (what === "parcel") last = last.then(() => unpack(model.widget_manager, packed)).catch((error) => console.error(error));
  };
}

