conda create -y -n issue_nonzero-folded-empty python=3.11
conda activate issue_nonzero-folded-empty
pip install -r requirements.txt pytest
pytest -sx test_issue_nonzero-folded-empty.py
