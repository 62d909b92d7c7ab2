conda create -y -n issue_matmul-empty-batch-vector python=3.11
conda activate issue_matmul-empty-batch-vector
pip install -r requirements.txt pytest
pytest -sx test_issue_matmul-empty-batch-vector.py
