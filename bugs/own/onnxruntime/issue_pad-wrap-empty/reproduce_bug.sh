conda create -y -n issue_pad-wrap-empty python=3.11
conda activate issue_pad-wrap-empty
pip install -r requirements.txt pytest
pytest -sx test_issue_pad-wrap-empty.py
