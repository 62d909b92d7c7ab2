conda create -y -n issue_fx-tanh-product python=3.11
conda activate issue_fx-tanh-product
pip install -r requirements.txt pytest
pytest -sx test_issue_fx-tanh-product.py
