conda create -y -n issue_einsum-repeated-label python=3.11
conda activate issue_einsum-repeated-label
pip install -r requirements.txt pytest
pytest -sx test_issue_einsum-repeated-label.py
