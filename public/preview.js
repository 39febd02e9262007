// Works from a double click: no module, no network.
ApplyForm.mount('#form', {
  mode: 'preview',
  document: JSON.parse(document.getElementById('questions').textContent),
});
