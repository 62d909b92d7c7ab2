conda create -y -n issue_einsum-empty python=3.11
conda activate issue_einsum-empty
pip install -r requirements.txt
pytest -sx test_issue_einsum-empty.py
