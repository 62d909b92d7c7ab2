conda create -y -n issue_split-empty-part python=3.11
conda activate issue_split-empty-part
pip install -r requirements.txt pytest
pytest -sx test_issue_split-empty-part.py
