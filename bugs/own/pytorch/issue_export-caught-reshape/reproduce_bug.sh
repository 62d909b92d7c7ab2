conda create -y -n issue_export-caught-reshape python=3.11
conda activate issue_export-caught-reshape
pip install -r requirements.txt pytest
pytest -sx test_issue_export-caught-reshape.py
