conda create -y -n issue_compile-caught-reshape python=3.11
conda activate issue_compile-caught-reshape
pip install -r requirements.txt pytest
pytest -sx test_issue_compile-caught-reshape.py
