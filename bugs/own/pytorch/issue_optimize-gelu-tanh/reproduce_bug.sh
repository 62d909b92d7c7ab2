conda create -y -n issue_optimize-gelu-tanh python=3.11
conda activate issue_optimize-gelu-tanh
pip install -r requirements.txt pytest
pytest -sx test_issue_optimize-gelu-tanh.py
