// What each of our scripts needs; Python puts it before them.

// a Python that was started anew knows no widget of before, and what a page says to one is an error; tells whether it went
function send(model, content) {
  try {
    model.send(content);
    return true;
  } catch {
    return false;
  }
}

function attached(el, then) {
  let tries = 600; // ten seconds of frames; a view that was thrown away before it was shown is let go
  const look = () => {
    if (el.isConnected) then();
    else if (tries-- > 0) requestAnimationFrame(look);
  };
  look();
}

