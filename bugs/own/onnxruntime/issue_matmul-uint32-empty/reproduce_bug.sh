conda create -y -n issue_matmul-uint32-empty python=3.11
conda activate issue_matmul-uint32-empty
pip install -r requirements.txt pytest
pytest -sx test_issue_matmul-uint32-empty.py
