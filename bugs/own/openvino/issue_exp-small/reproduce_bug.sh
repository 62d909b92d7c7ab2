conda create -y -n issue_exp-small python=3.11
conda activate issue_exp-small
pip install -r requirements.txt pytest
pytest -sx test_issue_exp-small.py
