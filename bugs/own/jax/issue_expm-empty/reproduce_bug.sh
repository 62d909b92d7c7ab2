conda create -y -n issue_expm-empty python=3.11
conda activate issue_expm-empty
pip install -r requirements.txt
pytest -sx test_issue_expm-empty.py
