// Starts the pages of a static report, which may lie on a disk: browsers load no modules from file://, so the texts of the modules come in
// app.js, and each is started from a blob whose imports name the blobs before it. Data comes in classic scripts, too: data.js at
// once, files under data/ when a page asks for them.
"use strict";

window.assay = (() => {
  const waiting = new Map(); // path of the interface -> {promise, take}: asked for, not there yet

  // "../lib/htm.js" in "app/parts/code.js" -> "lib/htm.js"
  const resolve = (from, relative) => {
    const parts = from.split("/").slice(0, -1);
    for (const step of relative.split("/")) {
      if (step === "..") parts.pop();
      else if (step !== ".") parts.push(step);
    }
    return parts.join("/");
  };

  return {
    data: {},
    files: {},

    // `texts`: [path, text] of every module, each after those that it imports. The last one is the program.
    async modules(texts) {
      const urls = new Map();
      for (const [path, text] of texts) {
        const linked = text.replace(/(\bfrom\s*|\bimport\s*)(["'])(\.{1,2}\/[^"']+)\2/g, (all, word, quote, relative) => {
          const url = urls.get(resolve(path, relative));
          if (!url) throw new Error(`${path} imports ${relative}, which does not stand before it`);
          return `${word}"${url}"`;
        });
        urls.set(path, URL.createObjectURL(new Blob([linked], { type: "text/javascript" })));
      }
      await import(urls.get(texts[texts.length - 1][0]));
    },

    // Called by the files under data/.
    answer(path, value) {
      this.data[path] = value;
      waiting.get(path)?.take(value);
      waiting.delete(path);
    },

    // The answer for `path`, or undefined when the report does not hold it.
    load(path) {
      if (Object.hasOwn(this.data, path)) return Promise.resolve(this.data[path]);
      if (!Object.hasOwn(this.files, path)) return Promise.resolve(undefined);
      if (waiting.has(path)) return waiting.get(path).promise;
      const asked = {};
      asked.promise = new Promise((take, fail) => {
        asked.take = take;
        const script = document.createElement("script");
        script.src = this.files[path];
        script.onerror = () => fail(new Error(`${this.files[path]} is missing from this report`));
        document.head.append(script);
      });
      waiting.set(path, asked);
      return asked.promise;
    },
  };
})();
