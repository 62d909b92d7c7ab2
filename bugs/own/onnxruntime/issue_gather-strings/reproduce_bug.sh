conda create -y -n issue_gather-strings python=3.11
conda activate issue_gather-strings
pip install -r requirements.txt pytest
pytest -sx test_issue_gather-strings.py
