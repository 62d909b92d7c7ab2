conda create -y -n issue_scatter-nd-locking-default python=3.11
conda activate issue_scatter-nd-locking-default
pip install -r requirements.txt pytest
pytest -sx test_issue_scatter-nd-locking-default.py
