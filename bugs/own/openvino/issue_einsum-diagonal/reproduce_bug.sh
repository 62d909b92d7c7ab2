conda create -y -n issue_einsum-diagonal python=3.11
conda activate issue_einsum-diagonal
pip install -r requirements.txt
pytest -sx test_issue_einsum-diagonal.py
