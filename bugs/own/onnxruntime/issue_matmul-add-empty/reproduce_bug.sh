conda create -y -n issue_matmul-add-empty python=3.11
conda activate issue_matmul-add-empty
pip install -r requirements.txt pytest
pytest -sx test_issue_matmul-add-empty.py
