import{t as e}from"./open-page-CZMK4pWH.js";var l=document.getElementById("place");null!==l&&(e(l,{"heading-level":"1"}).titled=!0);
//# sourceMappingURL=form-Ci1CrlNg.js.map