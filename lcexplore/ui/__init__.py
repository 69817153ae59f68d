"""The only package that imports Streamlit: the shell, cached loaders, pickers and page parts."""
