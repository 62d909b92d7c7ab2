conda create -y -n issue_sparse-dense-matmul-negative python=3.11
conda activate issue_sparse-dense-matmul-negative
pip install -r requirements.txt pytest
pytest -sx test_issue_sparse-dense-matmul-negative.py
