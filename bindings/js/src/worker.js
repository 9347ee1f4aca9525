/*
 * What a worker of an instance does: it answers '' once it is ready, or why it is not, and works until the instance
 * ends. A page may host this file and give its address to the setting "worker".
 */
async function start({ module, memory, stack }, answer) {
    try {
        const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
        exports.__stack_pointer.value = stack;
        answer('');
        exports.work();
    } catch (error) {
        answer(String(error));
    }
}

onmessage = ({ data }) => start(data, postMessage).then(close);
