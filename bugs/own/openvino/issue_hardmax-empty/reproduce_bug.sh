conda create -y -n issue_hardmax-empty python=3.11
conda activate issue_hardmax-empty
pip install -r requirements.txt pytest
pytest -sx test_issue_hardmax-empty.py
