conda create -y -n issue_argmax-empty python=3.11
conda activate issue_argmax-empty
pip install -r requirements.txt
pytest -sx test_issue_argmax-empty.py
