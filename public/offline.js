// Shows what waited when Nod was last open here, as stale, and goes back to the page asked for when the network is there again.
const stored = await caches.match('/last-waiting.json');
const last = stored ? await stored.json() : { questions: [] };
if (last.questions.length > 0) {
  const list = document.getElementById('questions');
  for (const { question, agentName } of last.questions) {
    const item = document.createElement('li');
    const title = document.createElement('b');
    const who = document.createElement('span');
    title.textContent = question;
    who.textContent = agentName;
    item.append(title, who);
    list.append(item);
  }
  document.getElementById('as-of').textContent = `What waited at ${new Date(last.at).toLocaleString()}`;
  document.getElementById('last').hidden = false;
}
addEventListener('online', () => location.reload());
