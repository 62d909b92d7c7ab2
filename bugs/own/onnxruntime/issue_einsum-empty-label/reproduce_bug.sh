conda create -y -n issue_einsum-empty-label python=3.11
conda activate issue_einsum-empty-label
pip install -r requirements.txt pytest
pytest -sx test_issue_einsum-empty-label.py
