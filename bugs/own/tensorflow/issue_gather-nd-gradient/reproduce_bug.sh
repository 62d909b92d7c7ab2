conda create -y -n issue_gather-nd-gradient python=3.11
conda activate issue_gather-nd-gradient
pip install -r requirements.txt pytest
pytest -sx test_issue_gather-nd-gradient.py
